//! Programs of short requests in every language.

use expect_test::{Expect, expect};
use hashrange_wire::JsonTree;

use crate::{Language, request, table};

fn tree(text: &str) -> JsonTree {
    JsonTree::parse(text).unwrap()
}

fn check(language: Language, operation: &str, body: &str, program: &Expect) {
    program.assert_eq(&request(language, operation, &tree(body), None).unwrap());
}

const GET: &str = r#"{
    "TableName": "Thread",
    "Key": { "ForumName": { "S": "it's $1" }, "Post": { "N": "1.0" } },
    "ConsistentRead": true,
    "ReturnConsumedCapacity": "TOTAL"
}"#;

#[test]
fn cli() {
    check(
        Language::Cli,
        "GetItem",
        GET,
        &expect![[r#"
        aws dynamodb get-item \
            --table-name Thread \
            --key '{"ForumName": {"S": "it'\''s $1"}, "Post": {"N": "1.0"}}' \
            --consistent-read \
            --return-consumed-capacity TOTAL
    "#]],
    );
}

#[test]
fn python() {
    check(
        Language::Python,
        "GetItem",
        GET,
        &expect![[r#"
        import boto3

        client = boto3.client("dynamodb")
        response = client.get_item(
            TableName="Thread",
            Key={"ForumName": {"S": "it's $1"}, "Post": {"N": "1.0"}},
            ConsistentRead=True,
            ReturnConsumedCapacity="TOTAL",
        )
        print(response)
    "#]],
    );
}

#[test]
fn javascript() {
    check(
        Language::JavaScript,
        "GetItem",
        GET,
        &expect![[r#"
        import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
        import { DynamoDBDocumentClient, GetCommand, NumberValue } from "@aws-sdk/lib-dynamodb";

        const client = DynamoDBDocumentClient.from(
          new DynamoDBClient(),
          { unmarshallOptions: { wrapNumbers: true } },
        );
        const response = await client.send(new GetCommand({
          TableName: "Thread",
          Key: { ForumName: "it's $1", Post: NumberValue.from("1.0") },
          ConsistentRead: true,
          ReturnConsumedCapacity: "TOTAL",
        }));
        console.log(response);
    "#]],
    );
}

#[test]
fn java() {
    check(
        Language::Java,
        "GetItem",
        GET,
        &expect![[r#"
            import java.util.Map;
            import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
            import software.amazon.awssdk.services.dynamodb.model.*;

            public class Example {
                public static void main(String[] args) {
                    DynamoDbClient client = DynamoDbClient.builder().build();
                    GetItemResponse response = client.getItem(GetItemRequest.builder()
                        .tableName("Thread")
                        .key(Map.of(
                            "ForumName", AttributeValue.fromS("it's $1"),
                            "Post", AttributeValue.fromN("1.0")
                        ))
                        .consistentRead(true)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .build());
                    System.out.println(response);
                }
            }
        "#]],
    );
}

#[test]
fn go() {
    check(
        Language::Go,
        "GetItem",
        GET,
        &expect![[r#"
        package main

        import (
        	"context"
        	"fmt"
        	"log"

        	"github.com/aws/aws-sdk-go-v2/aws"
        	"github.com/aws/aws-sdk-go-v2/config"
        	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
        	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
        )

        func main() {
        	ctx := context.Background()
        	cfg, err := config.LoadDefaultConfig(ctx)
        	if err != nil {
        		log.Fatal(err)
        	}
        	client := dynamodb.NewFromConfig(cfg)
        	response, err := client.GetItem(ctx, &dynamodb.GetItemInput{
        		TableName: aws.String("Thread"),
        		Key: map[string]types.AttributeValue{
        			"ForumName": &types.AttributeValueMemberS{Value: "it's $1"},
        			"Post": &types.AttributeValueMemberN{Value: "1.0"},
        		},
        		ConsistentRead: aws.Bool(true),
        		ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,
        	})
        	if err != nil {
        		log.Fatal(err)
        	}
        	fmt.Printf("%+v\n", response)
        }
    "#]],
    );
}

#[test]
fn rust() {
    check(
        Language::Rust,
        "GetItem",
        GET,
        &expect![[r#"
        use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity};

        #[tokio::main]
        async fn main() -> Result<(), Box<dyn std::error::Error>> {
            let config = aws_config::defaults(aws_config::BehaviorVersion::latest())
                .load()
                .await;
            let client = aws_sdk_dynamodb::Client::new(&config);
            let response = client
                .get_item()
                .table_name("Thread")
                .key("ForumName", AttributeValue::S("it's $1".to_string()))
                .key("Post", AttributeValue::N("1.0".to_string()))
                .consistent_read(true)
                .return_consumed_capacity(ReturnConsumedCapacity::Total)
                .send()
                .await?;
            println!("{response:#?}");
            Ok(())
        }
    "#]],
    );
}

#[test]
fn csharp() {
    check(
        Language::CSharp,
        "GetItem",
        GET,
        &expect![[r#"
        using System;
        using System.Collections.Generic;
        using System.IO;
        using System.Text.Json;
        using Amazon.DynamoDBv2;
        using Amazon.DynamoDBv2.Model;

        var client = new AmazonDynamoDBClient();
        var response = await client.GetItemAsync(new GetItemRequest {
            TableName = "Thread",
            Key = new Dictionary<string, AttributeValue> {
                ["ForumName"] = new AttributeValue { S = "it's $1" },
                ["Post"] = new AttributeValue { N = "1.0" },
            },
            ConsistentRead = true,
            ReturnConsumedCapacity = ReturnConsumedCapacity.TOTAL,
        });
        Console.WriteLine(JsonSerializer.Serialize(response));
    "#]],
    );
}

#[test]
fn cdk() {
    let create = r#"{
        "TableName": "Thread",
        "AttributeDefinitions": [
            { "AttributeName": "ForumName", "AttributeType": "S" },
            { "AttributeName": "Post", "AttributeType": "N" }
        ],
        "KeySchema": [{ "AttributeName": "ForumName", "KeyType": "HASH" }],
        "BillingMode": "PAY_PER_REQUEST",
        "OnDemandThroughput": { "MaxReadRequestUnits": 100 },
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByPost",
            "KeySchema": [
                { "AttributeName": "Post", "KeyType": "HASH" },
                { "AttributeName": "ForumName", "KeyType": "HASH" }
            ],
            "Projection": { "ProjectionType": "KEYS_ONLY" }
        }],
        "SSESpecification": { "Enabled": true, "KMSMasterKeyId": "arn:key" },
        "Tags": [{ "Key": "team", "Value": "a" }]
    }"#;
    let later = [
        (
            "UpdateTimeToLive",
            tree(
                r#"{ "TableName": "Thread", "TimeToLiveSpecification": { "AttributeName": "Expires", "Enabled": true } }"#,
            ),
        ),
        (
            "UpdateContributorInsights",
            tree(r#"{ "TableName": "Thread", "IndexName": "ByPost", "ContributorInsightsAction": "ENABLE" }"#),
        ),
    ];
    let program = table(Language::Cdk, &tree(create), &later, None).unwrap();
    expect![[r#"
        import { App, Stack, Tags } from "aws-cdk-lib";
        import * as dynamodb from "aws-cdk-lib/aws-dynamodb";
        import * as kms from "aws-cdk-lib/aws-kms";

        const stack = new Stack(new App(), "Tables");
        const table = new dynamodb.Table(stack, "Table", {
          tableName: "Thread",
          partitionKey: { name: "ForumName", type: dynamodb.AttributeType.STRING },
          billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
          maxReadRequestUnits: 100,
          encryption: dynamodb.TableEncryption.CUSTOMER_MANAGED,
          encryptionKey: kms.Key.fromKeyArn(stack, "Key", "arn:key"),
          timeToLiveAttribute: "Expires",
        });
        table.addGlobalSecondaryIndex({
          indexName: "ByPost",
          partitionKeys: [
            { name: "Post", type: dynamodb.AttributeType.NUMBER },
            { name: "ForumName", type: dynamodb.AttributeType.STRING },
          ],
          projectionType: dynamodb.ProjectionType.KEYS_ONLY,
          contributorInsightsSpecification: { enabled: true },
        });
        Tags.of(table).add("team", "a");
    "#]]
    .assert_eq(&program);
}

#[test]
fn a_text_that_an_option_would_not_take_makes_the_request_one_json_text() {
    check(
        Language::Cli,
        "ExecuteStatement",
        r#"{ "Statement": "file://a", "Parameters": [{ "B": "AP8=" }], "Limit": 1 }"#,
        &expect![[r#"
            aws dynamodb execute-statement \
                --cli-input-json '{
                    "Statement": "file://a",
                    "Parameters": [{"B": "AP8="}],
                    "Limit": 1
                }'
        "#]],
    );
}

#[test]
fn the_service_of_an_operation_has_its_own_library() {
    let body = r#"{
        "StreamArn": "arn:stream", "ShardId": "shard", "ShardIteratorType": "AT_TIMESTAMP", "Timestamp": 1700000000.5
    }"#;
    check(
        Language::JavaScript,
        "GetShardIterator",
        body,
        &expect![[r#"
        import {
          DynamoDBStreamsClient,
          GetShardIteratorCommand,
        } from "@aws-sdk/client-dynamodb-streams";

        const client = new DynamoDBStreamsClient();
        const response = await client.send(new GetShardIteratorCommand({
          StreamArn: "arn:stream",
          ShardId: "shard",
          ShardIteratorType: "AT_TIMESTAMP",
          Timestamp: new Date(1700000000500),
        }));
        console.log(response);
    "#]],
    );
}

#[test]
fn the_last_of_repeated_members_counts_and_null_is_no_member() {
    check(
        Language::Python,
        "DescribeTable",
        r#"{ "TableName": "a", "TableName": "b", "TableName": null }"#,
        &expect![[r#"
            import boto3

            client = boto3.client("dynamodb")
            response = client.describe_table(TableName="b")
            print(response)
        "#]],
    );
}
